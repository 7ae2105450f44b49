const DECIMAL = /^(\d{1,12})(?:\.(\d{1,30}))?$/;
const PLACES = 6;

/** "65048.078902260626" in micro-units, rounded down; null for anything but plain digits. */
export function parseDecimal(text: string): bigint | null {
  const [, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return null;
  return BigInt(whole + fraction.slice(0, PLACES).padEnd(PLACES, '0'));
}
