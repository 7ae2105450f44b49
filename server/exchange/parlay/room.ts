import { parlayLanding } from './land-parlay.ts';
import { parlayServices } from './services.ts';
import { parlayTasks } from './tasks.ts';

/** Parlays, paid and free. */
export const parlay = { services: parlayServices, landing: parlayLanding, tasks: parlayTasks };
