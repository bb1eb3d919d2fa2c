"""Firmware that is wrong on purpose: the campaign in power_cuts has to notice each of these."""

from ox.journal import format, tail
from ox.journal.journal import Journal


def acknowledge_early():
    write = tail.Tail._write

    def late(self, copy, start, end):
        if self._open[copy] is None or not start:
            return write(self, copy, start, end)
        self._open[copy].write(memoryview(self._buffer)[start:end])
        return False

    tail.Tail._write = late


def no_checksums():
    format.crc32 = lambda data, seed=0: 0


def never_settle():
    tail.Tail.settle = lambda self: None


def one_copy():
    tail.Tail._write_both = lambda self, start, end: self._write(0, start, end)


def forget_the_tail():
    fold = Journal.fold

    def folds_last(self):
        number, offset, crc = self._tail.number, self._tail.offset, self._tail.crc
        payload = bytes(self._tail.payload())
        if payload:
            self._tail.start(self.number, self.end, self._crc)
            self._tail.settle()
            self._tail.start(number, offset, crc)
            self._tail.put(payload)
        return fold(self)

    Journal.fold = folds_last


CONTROLS = {
    "acknowledge-early": acknowledge_early,
    "no-checksums": no_checksums,
    "never-settle": never_settle,
    "one-copy": one_copy,
    "forget-the-tail": forget_the_tail,
}
