import { CASES } from './hostile/cases.ts';
import { MODES } from './hostile/judge.ts';
import { mutate } from './hostile/mutate.ts';
import { KINDS, lineOf, objectionTo, type Row, runHostile } from './hostile/run.ts';

/*
 * Every hostile transaction and every mutant that the tests try, counted, and told one by one with HOSTILE_LINES=1; the
 * same on a live platform of which nothing is configured.
 */
const ALL_BITS = 8;

const rows = await runHostile(KINDS, [...MODES, 'live, unknown']);
if (process.env.HOSTILE_LINES) for (const row of rows) console.log(lineOf(row));
console.log(`${KINDS.length} kinds, ${CASES.length} intents, ${rows.length} verdicts`);
const keyOf = ({ mode, node, kind, outcome }: Row): string =>
  `${mode}, ${node} node: ${outcome}${outcome === 'passed' && kind.harm === 'none' ? ', but it does no harm' : ''}`;
const counts = new Map<string, number>();
for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
for (const [key, count] of [...counts].sort()) console.log(`  ${key}: ${count}`);
const objections = rows.flatMap((row) => objectionTo(row) ?? []);
for (const line of objections) console.error(line);

let passed = 0;
let mutants = 0;
for (const intent of CASES) {
  const counts = mutate(intent, ALL_BITS);
  passed += counts.passed;
  mutants += counts.blocked + counts.same + counts.passed;
  console.log(
    `  mutants of ${counts.intent}: ${counts.blocked} blocked, ${counts.same} the same transaction, ${counts.passed} passed`,
  );
}
console.log(`${mutants} mutants, ${passed} passed (target 0)`);
if (objections.length > 0 || passed > 0) process.exitCode = 1;
