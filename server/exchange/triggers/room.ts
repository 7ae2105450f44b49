import { triggerServices } from './services.ts';
import { triggerTasks } from './tasks.ts';

/** Orders that wait for a price. Their transactions land through operations of this room. */
export const triggers = { services: triggerServices, tasks: triggerTasks };
