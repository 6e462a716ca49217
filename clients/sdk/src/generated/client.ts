// Made of the OpenAPI document by `npm run generate`: change the contract, not this file.

import { collection, operation } from '../operation.ts';
import type { ClientOptions } from '../options.ts';
import type { Client } from './types.ts';

/** A client of the API at `options.baseUrl`. It holds no state: make as many as there are credentials. */
export function createClient(options: ClientOptions): Client {
  return {
    accounts: {
      challenge: operation(options, { method: 'POST', path: '/auth/challenge' }),
      login: operation(options, { method: 'POST', path: '/auth/login' }),
      proveWallet: operation(options, { method: 'POST', path: '/wallet/connections/{id}/proof' }),
      logout: operation(options, { method: 'GET', path: '/auth/logout' }),
      listSessions: collection(options, { method: 'GET', path: '/user/sessions' }),
      revokeOtherSessions: operation(options, { method: 'DELETE', path: '/user/sessions' }),
      revokeSession: operation(options, { method: 'DELETE', path: '/user/sessions/{id}' }),
      profile: operation(options, { method: 'GET', path: '/user/profile' }),
      limits: operation(options, { method: 'GET', path: '/user/limits' }),
      usage: operation(options, { method: 'GET', path: '/user/usage' }),
      listEvents: collection(options, { method: 'GET', path: '/user/events' }),
      listApiKeys: collection(options, { method: 'GET', path: '/user/api-keys' }),
      createApiKey: operation(options, { method: 'POST', path: '/user/api-keys', idempotent: true }),
      getApiKey: operation(options, { method: 'GET', path: '/user/api-keys/{id}' }),
      updateApiKey: operation(options, { method: 'PUT', path: '/user/api-keys/{id}' }),
      revokeApiKey: operation(options, { method: 'DELETE', path: '/user/api-keys/{id}' }),
      apiKeyUsage: operation(options, { method: 'GET', path: '/user/api-keys/{id}/usage' }),
      rotateApiKey: operation(options, { method: 'POST', path: '/user/api-keys/{id}/rotate', idempotent: true }),
      listUsers: collection(options, { method: 'GET', path: '/admin/users' }),
      adminUpdateUser: operation(options, { method: 'PUT', path: '/admin/users/{id}' }),
      adminListEvents: collection(options, { method: 'GET', path: '/admin/events' }),
    },
    strategies: {
      list: collection(options, { method: 'GET', path: '/strategies' }),
      export: operation(options, { method: 'GET', path: '/strategies/export' }),
      compare: operation(options, { method: 'GET', path: '/strategies/compare' }),
      get: operation(options, { method: 'GET', path: '/strategies/{id}' }),
    },
    market: {
      performance: collection(options, { method: 'GET', path: '/strategies/performance' }),
      moveEstimate: operation(options, { method: 'GET', path: '/strategies/move-estimate' }),
      recommended: collection(options, { method: 'GET', path: '/strategies/recommended' }),
      summary: operation(options, { method: 'GET', path: '/market/summary' }),
      prices: collection(options, { method: 'GET', path: '/market/prices' }),
      trends: operation(options, { method: 'GET', path: '/market/trends' }),
      tvl: collection(options, { method: 'GET', path: '/market/tvl' }),
      apyComparison: collection(options, { method: 'GET', path: '/market/apy-comparison' }),
      calibration: operation(options, { method: 'GET', path: '/market/calibration' }),
      chains: collection(options, { method: 'GET', path: '/market/chains' }),
      assets: collection(options, { method: 'GET', path: '/market/assets' }),
      protocols: collection(options, { method: 'GET', path: '/market/protocols' }),
    },
    investments: {
      list: collection(options, { method: 'GET', path: '/investments' }),
      get: operation(options, { method: 'GET', path: '/investments/{id}' }),
      portfolio: operation(options, { method: 'GET', path: '/investments/portfolio' }),
      daily: collection(options, { method: 'GET', path: '/investments/portfolio/daily' }),
      statement: collection(options, { method: 'GET', path: '/investments/portfolio/statement' }),
      deposit: operation(options, { method: 'POST', path: '/investments/deposit', idempotent: true }),
      withdraw: operation(options, { method: 'POST', path: '/investments/withdraw', idempotent: true }),
      holdings: collection(options, { method: 'GET', path: '/investments/holdings' }),
      getTransaction: operation(options, { method: 'GET', path: '/investments/transactions/{id}' }),
      submitTransaction: operation(options, { method: 'POST', path: '/investments/transactions/{id}/submit' }),
      cancelTransaction: operation(options, { method: 'POST', path: '/investments/transactions/{id}/cancel' }),
      history: collection(options, { method: 'GET', path: '/investments/history' }),
    },
    wallets: {
      connections: collection(options, { method: 'GET', path: '/wallet/connections' }),
      get: operation(options, { method: 'GET', path: '/wallet/connections/{id}' }),
      balances: collection(options, { method: 'GET', path: '/wallet/balances' }),
      create: operation(options, { method: 'POST', path: '/api/walletprovider', idempotent: true }),
      list: collection(options, { method: 'GET', path: '/api/walletprovider' }),
      removalRequest: operation(options, { method: 'POST', path: '/api/walletprovider/removal-request', idempotent: true }),
      adminList: collection(options, { method: 'GET', path: '/admin/walletprovider' }),
      adminUpdate: operation(options, { method: 'PUT', path: '/admin/walletprovider/{id}' }),
      adminHistory: collection(options, { method: 'GET', path: '/admin/walletprovider/{id}/history' }),
    },
    notifications: {
      listEvents: collection(options, { method: 'GET', path: '/events' }),
      listWebhooks: collection(options, { method: 'GET', path: '/webhooks' }),
      createWebhook: operation(options, { method: 'POST', path: '/webhooks', idempotent: true }),
      getWebhook: operation(options, { method: 'GET', path: '/webhooks/{id}' }),
      updateWebhook: operation(options, { method: 'PUT', path: '/webhooks/{id}' }),
      deleteWebhook: operation(options, { method: 'DELETE', path: '/webhooks/{id}' }),
      rotateWebhookSecret: operation(options, { method: 'POST', path: '/webhooks/{id}/secret', idempotent: true }),
      testWebhook: operation(options, { method: 'POST', path: '/webhooks/{id}/test' }),
      listDeliveries: collection(options, { method: 'GET', path: '/webhooks/{id}/deliveries' }),
      retryDelivery: operation(options, { method: 'POST', path: '/webhooks/{id}/deliveries/{deliveryId}/retry' }),
    },
    statistics: {
      get: operation(options, { method: 'GET', path: '/admin/statistics' }),
    },
    service: {
      about: operation(options, { method: 'GET', path: '/' }),
      health: operation(options, { method: 'GET', path: '/health' }),
    },
  };
}
