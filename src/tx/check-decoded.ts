import { checkLamports } from './check-lamports.ts';
import { checkMemo, checkShape, checkSigners, SIGNATURE_FEE } from './check-signers.ts';
import { checkTokens } from './check-tokens.ts';
import type { DecodedTx } from './decode.ts';
import { type Difference, effectsOf, type Inspection, inspection, type Standard } from './difference.ts';
import { addressText, knownName, solText } from './labels.ts';
import { NO_ROLES, type Roles } from './roles.ts';
import type { Expectation, Movement } from './types.ts';

export interface DecodedCheck {
  /** Empty when it is what the user was told. */
  differences: Difference[];
  /** Payments that no instruction makes: a program may make them inside itself. */
  unseen: Movement[];
}

/** Judges as on paper: the desk has worked out by itself who is paid, and everything else that is found blocks. */
export const onPaper = (roles: Roles = NO_ROLES): Standard => ({
  roles,
  trustsNamed: true,
  nameOf: knownName,
});

function checkPrograms(inspected: Inspection): void {
  const { roles, trustsNamed, differences } = inspected;
  for (const { name, danger } of effectsOf(inspected, 'forbidden')) {
    differences.push({
      kind: 'forbidden',
      text: `it contains “${name}”${danger === null ? '' : `: ${danger}`}`,
    });
  }
  for (const { name } of effectsOf(inspected, 'native-program')) {
    differences.push({ kind: 'forbidden', text: `it calls ${name}: nothing that you asked for needs it` });
  }
  for (const { program, name, signatures } of effectsOf(inspected, 'signature-check')) {
    differences.push({
      kind: 'signature-check',
      about: program,
      text: `it has the network check ${signatures} signatures (${name}), for ${solText(SIGNATURE_FEE)} each`,
    });
  }
  for (const program of new Set(effectsOf(inspected, 'unknown-program').map((call) => call.program))) {
    const name = trustsNamed ? undefined : roles.programs.get(program);
    differences.push(
      name === undefined
        ? {
            kind: 'unknown-program',
            about: program,
            text: `it calls an unknown program, ${addressText(program)}`,
          }
        : {
            kind: 'platform-program',
            about: program,
            text: `it calls ${name}, ${addressText(program)}, a program of this platform: what it does with your accounts is seen in a simulation only, and it can do otherwise when it is executed`,
          },
    );
  }
}

/** Compares what the instructions do with what the user was told. */
export function checkDecoded(
  decoded: DecodedTx,
  expected: Expectation,
  standard: Standard = onPaper(),
): DecodedCheck {
  const inspected = inspection(decoded, expected, standard);
  checkShape(inspected);
  checkSigners(inspected);
  checkTokens(inspected);
  checkLamports(inspected);
  checkPrograms(inspected);
  checkMemo(inspected);
  const { differences, unseen } = inspected;
  return { differences, unseen };
}
