import { afterAll, beforeAll, describe } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { administrationFlows } from './flows/administration.ts';
import { curlFlows } from './flows/curl.ts';
import { documentationLooks } from './flows/documentation.ts';
import { lookFlows } from './flows/looks.ts';
import { portfolioFlows } from './flows/portfolio.ts';
import { positionFlows } from './flows/positions.ts';
import { unsignedFlows } from './flows/unsigned.ts';
import { webhookFlows } from './flows/webhooks.ts';
import { type Dashboard, startDashboard } from './support/dashboard.ts';

describe('the dashboard, at every width in the light and in the dark', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard(await browserPath());
  });
  afterAll(() => dashboard?.stop());

  documentationLooks(() => dashboard);
  lookFlows(() => dashboard);
  webhookFlows(() => dashboard);
  positionFlows(() => dashboard);
  portfolioFlows(() => dashboard);
  administrationFlows(() => dashboard);
  curlFlows(() => dashboard);
  unsignedFlows(() => dashboard);
});
