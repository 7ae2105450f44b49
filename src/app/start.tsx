import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App, startLoading } from './app.tsx';

/** Draws the desk once its configuration is there; until then the frame stands there that index.html has painted. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const desk = createRoot(root);
  await startLoading();
  // A piece at a time: the frame stands there meanwhile.
  startTransition(() =>
    desk.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}
