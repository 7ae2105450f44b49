import { predictionLanding } from './land.ts';
import { predictionServices } from './services.ts';
import { predictionTasks } from './tasks.ts';

/** Orders and positions. */
export const prediction = {
  services: predictionServices,
  landing: predictionLanding,
  tasks: predictionTasks,
};
