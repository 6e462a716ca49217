import { afterAll, beforeAll, describe } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { registerAdministrationFlows } from './flows/administration.ts';
import { curlFlows } from './flows/curl.ts';
import { testDocumentationAppearance } from './flows/documentation.ts';
import { appearanceFlows } from './flows/looks.ts';
import { portfolioFlows } from './flows/portfolio.ts';
import { positionFlows } from './flows/positions.ts';
import { unsignedTransactionFlows } from './flows/unsigned.ts';
import { webhookFlows } from './flows/webhooks.ts';
import { type Dashboard, startDashboard } from './support/dashboard.ts';

describe('the dashboard, at every width in the light and in the dark', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard(await browserPath());
  });
  afterAll(() => dashboard?.stop());

  testDocumentationAppearance(() => dashboard);
  appearanceFlows(() => dashboard);
  webhookFlows(() => dashboard);
  positionFlows(() => dashboard);
  portfolioFlows(() => dashboard);
  registerAdministrationFlows(() => dashboard);
  curlFlows(() => dashboard);
  unsignedTransactionFlows(() => dashboard);
});
