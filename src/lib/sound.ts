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
/** What would sound later than this after its cause is not heard at all. */
const MOST_LATE_MS = 1_000;

function play(player: AudioContext, kind: keyof typeof NOTES): void {
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
}

/** Once the player goes on, if that is soon: its clock stands still, and all begun before would sound at once then. */
async function playSoon(player: AudioContext, kind: keyof typeof NOTES): Promise<void> {
  const asked = performance.now();
  await player.resume();
  if (on && performance.now() - asked <= MOST_LATE_MS) play(player, kind);
}

/** A browser that will not play plays nothing. */
const silent = (): void => undefined;

/** A short sound, where they are on and the browser plays any. */
export function chime(kind: keyof typeof NOTES): void {
  if (!on || typeof AudioContext === 'undefined') return;
  try {
    const player = context ?? new AudioContext();
    context = player;
    if (player.state === 'running') play(player, kind);
    else playSoon(player, kind).catch(silent);
  } catch {
    silent();
  }
}
