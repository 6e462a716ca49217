import { lazy, type ReactNode } from 'react';
import { Home } from '../pages/home/home.tsx';
import { NotFound } from '../pages/not-found.tsx';
import { SignIn } from '../pages/sign-in/sign-in.tsx';

const Administration = lazy(() => import('../pages/administration/administration.tsx'));
const Compare = lazy(() => import('../pages/compare/compare.tsx'));
const Developer = lazy(() => import('../pages/developer/developer.tsx'));
const Market = lazy(() => import('../pages/market/market.tsx'));
const Allocation = lazy(() => import('../pages/allocation/allocation.tsx'));
const Explorer = lazy(() => import('../pages/explorer/explorer.tsx'));
const Positions = lazy(() => import('../pages/positions/positions.tsx'));
const StrategyPage = lazy(() => import('../pages/strategy/strategy.tsx'));

interface ShownPage {
  readonly title: string;
  readonly element: ReactNode;
}

interface PageDefinition {
  /** Matches the path of the page. The first capture group is the page's parameter. */
  readonly pattern: RegExp;
  readonly title: string;
  readonly page: (parameter: string) => ReactNode;
  /** Text for the sign-in page: what this page shows to signed-in users. Undefined if the page is public. */
  readonly content?: string;
}

/** The first page whose pattern matches the path is shown. */
const PAGES: readonly PageDefinition[] = [
  { pattern: /^\/$/, title: 'Yield strategies and their API', page: () => <Home /> },
  { pattern: /^\/login$/, title: 'Sign in', page: () => <SignIn /> },
  {
    pattern: /^\/strategies$/,
    title: 'Strategies',
    content: 'the whole catalog with filters, and the history and risk of each strategy',
    page: () => <Explorer />,
  },
  {
    pattern: /^\/strategies\/([^/]+)$/,
    title: 'Strategy',
    content: 'the history, expected APY and risk of this strategy, and the form for a deposit',
    page: (id) => <StrategyPage key={id} id={id} />,
  },
  {
    pattern: /^\/compare$/,
    title: 'Compare',
    content: 'the figures of several strategies side by side',
    page: () => <Compare />,
  },
  {
    pattern: /^\/allocation$/,
    title: 'Allocation',
    content: 'how an amount can be divided between strategies, with costs and reasons',
    page: () => <Allocation />,
  },
  {
    pattern: /^\/positions(?:\/(\w+))?$/,
    title: 'Positions',
    content: 'your deposits, their value by day, your history and your wallets',
    page: (section) => <Positions section={section} />,
  },
  {
    pattern: /^\/market$/,
    title: 'Market',
    content: 'TVL by chain, protocol and asset over time, and the largest changes',
    page: () => <Market />,
  },
  {
    pattern: /^\/developer(?:\/(\w+))?$/,
    title: 'Developer',
    content: 'your API keys, usage, alerts and webhook endpoints',
    page: (section) => <Developer section={section} />,
  },
  {
    pattern: /^\/administration(?:\/(\w+))?$/,
    title: 'Administration',
    content:
      'the statistics, users, wallet connections and activity of the service, but only to administrators',
    page: (section) => <Administration section={section} />,
  },
];

/** Returns the page of a path, or the sign-in page if the page requires a session and the user is not signed in. */
export function findPage(path: string, isSignedIn: boolean): ShownPage {
  for (const { pattern, title, page, content } of PAGES) {
    const match = pattern.exec(path);
    if (match === null) continue;
    if (content !== undefined && !isSignedIn)
      return { title: 'Sign in', element: <SignIn requested={{ title, content }} /> };
    return { title, element: page(decodeURIComponent(match[1] ?? '')) };
  }
  return { title: 'Not found', element: <NotFound /> };
}
