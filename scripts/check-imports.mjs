import { findCircles, readGraph, sourcesBelow } from './lib/import-graph.mjs';
import { refuseFile, refusePackage } from './lib/import-rules.mjs';
import { ROOT } from './lib/run.mjs';

/* npm run check:imports: import directions and circles, type-only imports included. Exit code 1 on a violation. */
const graph = readGraph(ROOT, sourcesBelow(ROOT, ['contract', 'src', 'server', 'e2e', 'bench']));

function problem(from, target) {
  if (target.missing) return `no file ${target.missing}: write the path with its extension`;
  return target.file
    ? refuseFile(from, target.file, target.typeOnly)
    : refusePackage(from, target.package, target.typeOnly);
}

const problems = graph.flatMap(({ file, imports }) =>
  imports.flatMap((target) => {
    const why = problem(file, target);
    return why ? [`${file} → ${target.specifier}\n    ${why}`] : [];
  }),
);

const edges = new Map(
  graph.map(({ file, imports }) => [file, imports.flatMap((target) => (target.file ? [target.file] : []))]),
);
for (const circle of findCircles(edges)) problems.push(`circle: ${circle.join(' → ')}`);

for (const line of problems) console.error(line);
console.log(`${graph.length} files, ${problems.length} import${problems.length === 1 ? '' : 's'} refused.`);
process.exitCode = problems.length === 0 ? 0 : 1;
