import './app/theme.css';

// Each is run in a task of its own, so that a slow machine answers input between them. Not awaited at the top: what
// comes imports this file's chunk, and would wait for it.
void import('./app/config-load.ts')
  .then(({ loadConfig }) => {
    void loadConfig();
    return import('react-dom/client');
  })
  .then(() => import('./route-tree.gen.ts'))
  .then(() => import('./app/start.tsx'))
  .then(({ start }) => start());
