import { afterAll, beforeAll, describe } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { documentationFlows } from './flows/documentation.ts';
import { keyFlows } from './flows/keys.ts';
import { layoutFlows } from './flows/layout.ts';
import { registerPollingFlows } from './flows/polling.ts';
import { stateFlows } from './flows/states.ts';
import { strategyFlows } from './flows/strategies.ts';
import { type Dashboard, startDashboard } from './support/dashboard.ts';

describe('the dashboard in a browser', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard(await browserPath());
  });
  afterAll(() => dashboard?.stop());

  stateFlows(() => dashboard);
  layoutFlows(() => dashboard);
  registerPollingFlows(() => dashboard);
  keyFlows(() => dashboard);
  strategyFlows(() => dashboard);
  documentationFlows(() => dashboard);
});
