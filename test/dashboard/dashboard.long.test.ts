import { afterAll, beforeAll, describe } from 'vitest';
import { findBrowserPath } from '../support/browser.ts';
import { registerAdministrationFlows } from './flows/administration.ts';
import { registerCurlFlows } from './flows/curl.ts';
import { testDocumentationAppearance } from './flows/documentation.ts';
import { registerAppearanceFlows } from './flows/looks.ts';
import { registerPortfolioFlows } from './flows/portfolio.ts';
import { registerPositionFlows } from './flows/positions.ts';
import { registerUnsignedTransactionFlows } from './flows/unsigned.ts';
import { registerWebhookFlows } from './flows/webhooks.ts';
import { type Dashboard, startDashboard } from './support/dashboard.ts';

describe('the dashboard, at every width in the light and in the dark', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard(await findBrowserPath());
  });
  afterAll(() => dashboard?.stop());

  testDocumentationAppearance(() => dashboard);
  registerAppearanceFlows(() => dashboard);
  registerWebhookFlows(() => dashboard);
  registerPositionFlows(() => dashboard);
  registerPortfolioFlows(() => dashboard);
  registerAdministrationFlows(() => dashboard);
  registerCurlFlows(() => dashboard);
  registerUnsignedTransactionFlows(() => dashboard);
});
