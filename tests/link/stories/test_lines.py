"""Lines of the protocol: what is written is read again, and nothing else is taken for a line. On both interpreters."""

from evenings import Dice
from ox.link import protocol
from ox.link.protocol import REPLY, REQUEST, BadLine, decode, encode, pack, unpack, whole


def refused(lead, line):
    try:
        decode(lead, line)
    except BadLine:
        return True
    return False


def some_bytes(dice, count):
    return bytes([dice.roll(256) for _ in range(count)])


def some_line(dice):
    lead = (REQUEST, REPLY)[dice.roll(2)]
    number = dice.roll(2) * dice.roll(10000) * dice.roll(10000)
    verb = ("hello", "get", "ack", "x")[dice.roll(4)]
    fields = tuple(
        [(str(dice.roll(100000)), pack(some_bytes(dice, dice.roll(40))))[dice.roll(2)] for _ in range(dice.roll(4))]
    )
    return lead, number, verb, fields


def test_what_a_line_looks_like():
    assert encode(REQUEST, 17, "get", (3, 0, 1536)) == b"?17 get 3 0 1536 cbc8a335\n"
    assert encode(REPLY, 0, "now") == b"!0 now %08x\n" % protocol.crc32(b"!0 now")


def test_what_is_written_is_read_again():
    dice = Dice(1)
    for _ in range(300):
        lead, number, verb, fields = some_line(dice)
        line = encode(lead, number, verb, fields)
        assert decode(lead, line[:-1]) == (number, verb, list(fields))
        assert decode(lead, line[:-1] + b"\r") == (number, verb, list(fields)), "a terminal's habit"
        assert decode(lead, memoryview(bytearray(line))[:-1]) == (number, verb, list(fields))
        assert min(line) >= 10 and max(line) < 127 and line.count(b"\n") == 1


def test_an_echoed_request_is_no_answer():
    dice = Dice(2)
    for _ in range(100):
        lead, number, verb, fields = some_line(dice)
        assert refused(REQUEST + REPLY - lead, encode(lead, number, verb, fields)[:-1])


def test_what_an_answer_that_was_given_up_left_in_front_does_no_harm():
    line = encode(REPLY, 8, "now", (1, 2))
    for front in (b"!7 get 1 0 AAAA", b"\x00\xff!", b"?7 get 1 0 16 cbc8a335", b">>> "):
        assert decode(REPLY, front + line[:-1]) == (8, "now", ["1", "2"])


def test_a_byte_more_a_byte_less_another_byte():
    dice = Dice(3)
    for _ in range(400):
        lead, number, verb, fields = some_line(dice)
        line = bytearray(encode(lead, number, verb, fields)[:-1])
        at = dice.roll(len(line))
        how = dice.roll(3)
        if how == 0:
            line[at] ^= 1 << dice.roll(8)
        elif how == 1:
            line = line[:at] + line[at + 1 :]
        else:
            line = line[:at] + some_bytes(dice, 1) + line[at:]
        if bytes(line).startswith(bytes((lead,))) or at:
            try:
                assert decode(lead, line) == (number, verb, list(fields)), "noise in front at the most"
                assert bytes(line).endswith(encode(lead, number, verb, fields)[:-1])
            except BadLine:
                pass


def test_noise_is_refused_and_nothing_worse():
    dice = Dice(4)
    for _ in range(600):
        noise = some_bytes(dice, dice.roll(60))
        if dice.roll(2):
            noise = b"?" + noise + b" %08x" % protocol.crc32(b"?" + noise)  # with a checksum that is right
            try:
                number, verb, fields = decode(REQUEST, noise)
                assert encode(REQUEST, number, verb, fields)[:-1] == noise[noise.rfind(b"?") :]
            except BadLine:
                pass
        else:
            assert refused(REQUEST, noise) and refused(REPLY, noise)


def test_lines_with_a_right_checksum_and_a_wrong_form():
    for body in (
        b"?",
        b"?1",
        b"?1 ",
        b"?x get",
        b"?-1 get",
        b"?01 get",
        b"?1  get",
        b"? get 1",
        b"?1 get  2",
        b"?1 get ",
    ):
        assert refused(REQUEST, body + b" %08x" % protocol.crc32(body)), body
    for body in (b"?1000000000 get", b"?1 g\xc3\xa9t", b"?1 get \x03", b"?1\tget"):
        assert refused(REQUEST, body + b" %08x" % protocol.crc32(body)), body
    assert not refused(REQUEST, b"?1 get %08x" % protocol.crc32(b"?1 get"))
    assert refused(REQUEST, b"?1 get %08X" % protocol.crc32(b"?1 get")), "hex digits are small"


def test_a_line_that_is_too_long():
    for lead, limit in ((REQUEST, protocol.REQUEST_LIMIT), (REPLY, protocol.REPLY_LIMIT)):
        most = limit - len(encode(lead, 1, "x", ("",)))
        assert not refused(lead, encode(lead, 1, "x", ("a" * most,))[:-1])
        assert refused(lead, encode(lead, 1, "x", ("a" * (most + 1),))[:-1])


def test_the_longest_lines_fit():
    number = protocol.NUMBER_LIMIT - 1
    data = bytes(protocol.CHUNK)
    assert len(encode(REPLY, number, "get", (99999, 9999999, pack(data)))) <= protocol.REPLY_LIMIT
    page = ["99999:9999999:9999999:7"] * protocol.PAGE
    assert len(encode(REPLY, number, "list", [99999] + page)) <= protocol.REPLY_LIMIT
    piece = pack(bytes(protocol.PIECE))
    assert len(encode(REQUEST, number, "settings", ("write", 8192, piece))) <= protocol.REQUEST_LIMIT
    assert len(encode(REQUEST, number, "ack", (99999, 9999999, "0" * 64))) <= protocol.REQUEST_LIMIT


def test_bytes_as_a_field():
    dice = Dice(5)
    for count in list(range(20)) + [144, 1536]:
        data = some_bytes(dice, count)
        field = pack(data)
        assert unpack(field) == data
        assert field and " " not in field and "\n" not in field
    for wrong in ("", "A", "AA", "AAA", "AAAA=", "A===", "AB==", "AA=A", "AAAA\n", "AA AA", "=", "--", "\xe9AAA"):
        try:
            unpack(wrong)
        except BadLine:
            continue
        raise AssertionError(wrong)


def test_numbers_have_one_form():
    assert [whole(text) for text in ("0", "7", "10", "4294967295")] == [0, 7, 10, 4294967295]
    for wrong in ("", "-1", "+1", "01", "1_0", " 1", "1.0", "x", "99999999999", "\u0661"):
        assert whole(wrong) == -1, wrong
