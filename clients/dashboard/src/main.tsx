import './design/tokens.css';
import './design/base.css';
import './design/shell.css';
import './design/components.css';
import './charts/charts.css';
import './pages/pages.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The document has no place for the pages');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
