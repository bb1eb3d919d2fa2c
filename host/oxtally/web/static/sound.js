// The buzzer: a quiet square wave. Browsers allow sound only after somebody has touched the page; until then, and where
// sound is blocked altogether, a beep is simply not heard.

const LOUDNESS = 0.03;
const SILENCE_MS = 1500;

let audio = null;
let resting = 0;

export function setUpSound() {
  for (const gesture of ["pointerdown", "keydown"]) {
    window.addEventListener(gesture, wake, { capture: true });
  }
}

export async function beep(hertz, milliseconds) {
  if (!audio) {
    return;
  }
  try {
    await rouse(milliseconds);
  } catch {
    return;
  }
  const now = audio.currentTime;
  const end = now + milliseconds / 1000;
  const tone = new OscillatorNode(audio, { type: "square", frequency: hertz });
  const volume = new GainNode(audio, { gain: LOUDNESS });
  volume.gain.setValueAtTime(LOUDNESS, Math.max(now, end - 0.004));
  volume.gain.linearRampToValueAtTime(0, end); // cut off at once it would click
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(end);
}

function wake() {
  try {
    audio = audio || new AudioContext();
    rouse(0).catch(() => {});
  } catch {
    audio = null;
  }
}

// An audio context that runs costs some per cent of a processor, even in silence: it sleeps between beeps.
function rouse(milliseconds) {
  clearTimeout(resting);
  resting = setTimeout(() => audio.suspend(), milliseconds + SILENCE_MS);
  return audio.state === "running" ? Promise.resolve() : audio.resume();
}
