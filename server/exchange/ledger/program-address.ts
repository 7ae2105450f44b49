import { createHash } from 'node:crypto';

/*
 * Addresses that programs sign for: digests that are no point of the curve, so that nobody holds a key of them. Whether
 * one is a point is decided here without working the point out, which takes several times as long.
 */

const P = 2n ** 255n - 19n;
/** The curve is -x² + y² = 1 + dx²y². */
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;
const SIGN_BIT = 2n ** 255n;

/** Whether a number is a square modulo an odd prime, 0 included: the Jacobi symbol by quadratic reciprocity. */
function isSquare(number: bigint, prime: bigint): boolean {
  let [a, n, isSquareSoFar] = [number, prime, true];
  if (a === 0n) return true;
  while (a !== 1n) {
    if ((a & 1n) === 0n) {
      a >>= 1n;
      if ((n & 7n) === 3n || (n & 7n) === 5n) isSquareSoFar = !isSquareSoFar;
      continue;
    }
    if ((a & 3n) === 3n && (n & 3n) === 3n) isSquareSoFar = !isSquareSoFar;
    [a, n] = [n % a, a];
  }
  return isSquareSoFar;
}

/** Whether 32 bytes are a point of ed25519, as they are encoded: some y for which x² = (y² - 1) / (dy² + 1) is a square. */
export function isOnCurve(bytes: Uint8Array): boolean {
  const encoded = BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
  const y = encoded % SIGN_BIT;
  if (y >= P) return false;
  const square = (y * y) % P;
  const ratio = ((square + P - 1n) * (D * square + 1n)) % P;
  // Where x is 0 there is no other sign to it.
  if (ratio === 0n) return encoded === y;
  return isSquare(ratio, P);
}

/** The address of a program for these seeds, each of at most 32 bytes: the first that is no point. */
export function programAddress(seeds: readonly Uint8Array[], program: Uint8Array): Uint8Array {
  const begun = createHash('sha256');
  for (const seed of seeds) begun.update(seed);
  for (let bump = 255; bump >= 0; bump--) {
    const hash = begun.copy().update(Uint8Array.of(bump)).update(program).update('ProgramDerivedAddress');
    const address = hash.digest();
    if (!isOnCurve(address)) return new Uint8Array(address);
  }
  throw new RangeError('No address follows from these seeds.');
}
