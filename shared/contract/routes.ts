import type { Route } from './route.ts';
import { service } from './service.ts';
import { strategies } from './strategies.ts';

/** Every endpoint of the service, in the order of the documentation. A record is here once its handler exists. */
export const ROUTES: readonly Route[] = [...Object.values(strategies), service.openapi, service.docs];
