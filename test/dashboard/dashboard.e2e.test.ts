import { afterAll, beforeAll, describe } from 'vitest';
import { findBrowserPath } from '../support/browser.ts';
import { registerDocumentationFlows } from './flows/documentation.ts';
import { registerKeyFlows } from './flows/keys.ts';
import { registerLayoutFlows } from './flows/layout.ts';
import { registerPollingFlows } from './flows/polling.ts';
import { registerStateFlows } from './flows/states.ts';
import { registerStrategyFlows } from './flows/strategies.ts';
import { type Dashboard, startDashboard } from './support/dashboard.ts';

describe('the dashboard in a browser', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard(await findBrowserPath());
  });
  afterAll(() => dashboard?.stop());

  registerStateFlows(() => dashboard);
  registerLayoutFlows(() => dashboard);
  registerPollingFlows(() => dashboard);
  registerKeyFlows(() => dashboard);
  registerStrategyFlows(() => dashboard);
  registerDocumentationFlows(() => dashboard);
});
