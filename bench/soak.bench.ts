import { writeFileSync } from 'node:fs';
import { postgresPrograms, redisProgram } from './soak/programs.ts';
import { soak } from './soak/run.ts';
import { openSite } from './soak/site.ts';

/*
 * An exchange with its standby, two gateways before it, Redis and PostgreSQL, all traded on for SOAK_SECONDS (240),
 * while one after another is killed or restarted and a disk fills up; when, follows from SOAK_SEED. Afterwards every
 * answer is compared with the records. SOAK_LOGS names a folder that the logs of all processes are left in.
 */
const seconds = Number(process.env.SOAK_SECONDS ?? 240);
const seed = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000);
const logs = process.env.SOAK_LOGS;
const SHOWN = 6;

const told = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .sort()
    .map(([name, times]) => `${name} ${times}`)
    .join(', ');

const [postgres, redis] = [postgresPrograms(), redisProgram()];
if (postgres === undefined || redis === undefined) {
  console.error('PostgreSQL and Redis are needed for this: apt-get install postgresql redis-server');
  process.exit(1);
}
const site = await openSite({ postgres, redis });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void site.stop().finally(() => process.exit(1)));
}
try {
  if (!site.disk) console.log('No disk of its own could be mounted (only root may): none is filled.');
  const report = await soak(site, { seconds, seed }, console.log);
  console.log(`${seconds} s, seed ${seed}: ${told(report.sent)}`);
  console.log(`${report.lookedUp} transactions whose answer was lost, their fate told by the chain`);
  console.log(`answers of the gateways: ${told(report.answers)}`);
  for (const [process, frequent] of Object.entries(report.logs)) {
    console.log(
      `log of ${process}: ${frequent.reduce((sum, { times }) => sum + times, 0)} lines, most often`,
    );
    for (const { times, inOneSecond, message } of frequent.slice(0, SHOWN)) {
      console.log(`  ${String(times).padStart(5)} (${inOneSecond} in a second) ${message.slice(0, 150)}`);
    }
  }
  for (const fault of report.faults) console.error(`does not hold: ${fault}`);
  if (report.faults.length > 0) process.exitCode = 1;
} finally {
  if (logs !== undefined) {
    for (const [index, { log }] of [...site.exchanges, ...site.gateways].entries()) {
      writeFileSync(`${logs}/soak-${index}.log`, `${log.join('\n')}\n`);
    }
  }
  await site.stop();
}
