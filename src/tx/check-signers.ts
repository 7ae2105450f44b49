import { effectsOf, type Inspection, ownedOf } from './difference.ts';
import { addressText, quoteText, solText } from './labels.ts';

/** What every signature costs whoever pays the network's fee, in lamports. */
export const SIGNATURE_FEE = 5_000n;

/** Signers without whom the owner would not get what was promised. */
function givers(inspection: Inspection): Set<string> {
  const { expected } = inspection;
  const { owner, receivesLamports } = expected;
  const owned = ownedOf(expected.owner, expected.receives);
  const found = new Set<string>();
  for (const { authority, destination, amount } of effectsOf(inspection, 'token-transfer')) {
    const isPromised =
      owned.has(destination) || (receivesLamports !== undefined && destination === inspection.wrapped);
    if (isPromised && amount > 0n) found.add(authority);
  }
  for (const { authority, account, amount } of effectsOf(inspection, 'mint-to'))
    if (owned.has(account) && amount > 0n) found.add(authority);
  for (const { from, to, lamports } of effectsOf(inspection, 'lamports-transfer'))
    if (receivesLamports !== undefined && to === owner && lamports > 0n) found.add(from);
  return found;
}

function payersOf({ expected, roles, trustsNamed }: Inspection): Set<string> {
  const payers = [expected.feePayer, expected.sponsor, trustsNamed ? null : roles.sponsor];
  return new Set(payers.filter((key) => typeof key === 'string'));
}

/** Who signs: the owner, whoever pays the fee, the platform, and whoever pays the owner; all but the owner by now. */
export function checkSigners(inspection: Inspection): void {
  const { decoded, expected, roles, differences } = inspection;
  const payers = payersOf(inspection);
  if (!payers.has(decoded.feePayer)) {
    differences.push({
      kind: 'fee-payer',
      about: decoded.feePayer,
      text: `the fee would be paid by ${addressText(decoded.feePayer)}, not by ${addressText(expected.feePayer)}`,
    });
  }
  if (!decoded.signers.includes(expected.owner))
    differences.push({ kind: 'unsigned', text: 'it does not ask for your signature' });
  const giving = givers(inspection);
  const cost = decoded.feePayer === expected.owner ? `, which costs you ${solText(SIGNATURE_FEE)}` : '';
  for (const key of decoded.signers) {
    if (key === expected.owner) continue;
    if (!decoded.signed.has(key)) {
      differences.push({
        kind: 'waits',
        about: key,
        text: `it waits for a signature of ${addressText(key)}`,
      });
    } else if (!payers.has(key) && !roles.signers.has(key) && !giving.has(key) && key !== decoded.feePayer) {
      differences.push({
        kind: 'extra-signer',
        about: key,
        text: `it is signed by ${addressText(key)} as well${cost}`,
      });
    }
  }
}

/** What makes a transaction more than its instructions need: it is no chain's to take, or carries what does nothing. */
export function checkShape({ decoded, expected, owned, differences }: Inspection): void {
  for (const text of new Set(decoded.flaws)) differences.push({ kind: 'flaw', text });
  if (decoded.hasLookupTables) {
    differences.push({
      kind: 'lookup-table',
      text: `it reaches accounts through ${decoded.tables.map(addressText).join(', ')}, lookup tables that were not read: what it touches cannot be told`,
    });
  }
  for (const key of decoded.fromTables) {
    // A node could pass off another account as the owner's.
    if (key !== expected.owner && !owned.has(key)) continue;
    differences.push({
      kind: 'lookup-table',
      text: `it reaches your own account ${addressText(key)} through a lookup table`,
    });
  }
  for (const key of decoded.unused) {
    differences.push({
      kind: 'unused-account',
      about: key,
      text: `it names ${addressText(key)}, which none of its instructions uses`,
    });
  }
}

/** The one memo: it names what was asked for, and only the owner and the platform sign it. */
export function checkMemo(inspection: Inspection): void {
  const { expected, roles, differences } = inspection;
  const { memoIncludes } = expected;
  const [first, ...more] = effectsOf(inspection, 'memo');
  const named = memoIncludes === null || [first, ...more].some((memo) => memo?.text.includes(memoIncludes));
  if (!named) differences.push({ kind: 'memo', text: 'its memo does not name what you asked for' });
  for (const { text } of more) {
    differences.push({
      kind: 'second-memo',
      text: `your signature would stand under one more memo: ${quoteText(text)}`,
    });
  }
  for (const { signers } of [...(first ? [first] : []), ...more]) {
    for (const key of signers) {
      if (key === expected.owner || roles.signers.has(key)) continue;
      differences.push({
        kind: 'memo-signer',
        about: key,
        text: `its memo is signed by ${addressText(key)} as well`,
      });
    }
  }
}
