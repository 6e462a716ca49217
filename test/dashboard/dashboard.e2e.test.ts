import { afterAll, beforeAll, describe } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { documentationFlows } from './flows/documentation.ts';
import { keyFlows } from './flows/keys.ts';
import { stateFlows } from './flows/states.ts';
import { strategyFlows } from './flows/strategies.ts';
import { type Dashboard, startDashboard } from './support/dashboard.ts';

const executable = await browserPath();
if (executable === undefined)
  process.stderr.write('No browser here: install Chrome to see the pages tested.\n');

describe.skipIf(executable === undefined)('the dashboard', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard(executable ?? '');
  });
  afterAll(() => dashboard?.stop());

  stateFlows(() => dashboard);
  keyFlows(() => dashboard);
  strategyFlows(() => dashboard);
  documentationFlows(() => dashboard);
});
