// The buzzer: a quiet square wave. Browsers allow sound only after somebody has touched the page; until then, and where
// sound is blocked altogether, a beep is simply not heard.

const LOUDNESS = 0.03;

let audio = null;

export function setUpSound() {
  for (const gesture of ["pointerdown", "keydown"]) {
    window.addEventListener(gesture, wake, { capture: true });
  }
}

export function beep(hertz, milliseconds) {
  if (!audio || audio.state !== "running") {
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
    if (audio.state === "suspended") {
      audio.resume().catch(() => {});
    }
  } catch {
    audio = null;
  }
}
