let on = false;
let context: AudioContext | undefined;

/** Whether anything may be heard. */
export function setSounds(wanted: boolean): void {
  on = wanted;
}

/** Hertz of the notes, one after the other. */
const NOTES = { good: [660, 880], bad: [330, 220], alert: [880, 660, 880] } as const;
const NOTE_SECONDS = 0.11;
const VOLUME = 0.05;

/** A short sound, where they are on and the browser plays any. */
export function chime(kind: keyof typeof NOTES): void {
  if (!on || typeof AudioContext === 'undefined') return;
  try {
    const player = context ?? new AudioContext();
    context = player;
    const gain = player.createGain();
    gain.gain.value = VOLUME;
    gain.connect(player.destination);
    for (const [index, hertz] of NOTES[kind].entries()) {
      const note = player.createOscillator();
      const at = player.currentTime + index * NOTE_SECONDS;
      note.frequency.value = hertz;
      note.connect(gain);
      note.start(at);
      note.stop(at + NOTE_SECONDS);
    }
  } catch {
    // A browser that will not play is silent.
  }
}
