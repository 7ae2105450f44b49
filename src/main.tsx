import './app/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, startLoading } from './app/app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const desk = createRoot(root);
// Until then the frame stands there that index.html has painted.
void startLoading().then(() =>
  desk.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
