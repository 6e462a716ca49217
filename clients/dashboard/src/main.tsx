import './design/tokens.css';
import './design/base.css';
import './design/shell.css';
import './components/controls.css';
import './components/surfaces.css';
import './components/tables/tables.css';
import './components/dialogs/dialogs.css';
import './charts/charts.css';
import './notifications/bell.css';
import './pages/sign-in/sign-in.css';
import './pages/home/home.css';
import './pages/explorer/explorer.css';
import './pages/strategy/strategy.css';
import './pages/lists.css';
import './pages/developer/developer.css';
import './pages/compare/compare.css';
import './pages/allocation/allocation.css';
import './pages/positions/positions.css';
import './design/print.css';
import './design/locale.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The HTML document has no element with the id "root"');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
