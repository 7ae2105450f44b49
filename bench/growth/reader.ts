import { Probe } from './probe.ts';
import { type Reading, timeReads } from './reads.ts';

/* Reads as a client of its own, and prints how long that took; told what by its first argument. */
const { url, reads, target, dir } = JSON.parse(process.argv[2] ?? '') as Reading;
await timeReads(url, reads, target, new Probe(dir));
