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

interface PageEntry {
  /** Matches the path of the page. The first capture group is the page's parameter. */
  readonly pattern: RegExp;
  readonly title: string;
  readonly page: (parameter: string) => ReactNode;
  readonly isPublic?: boolean;
}

/** The first page whose pattern matches the path is shown. */
const PAGES: readonly PageEntry[] = [
  { pattern: /^\/$/, title: 'Yield strategies and their API', page: () => <Home />, isPublic: true },
  { pattern: /^\/login$/, title: 'Sign in', page: () => <SignIn />, isPublic: true },
  { pattern: /^\/strategies$/, title: 'Strategies', page: () => <Explorer /> },
  { pattern: /^\/strategies\/([^/]+)$/, title: 'Strategy', page: (id) => <StrategyPage key={id} id={id} /> },
  { pattern: /^\/compare$/, title: 'Compare', page: () => <Compare /> },
  { pattern: /^\/allocation$/, title: 'Allocation', page: () => <Allocation /> },
  {
    pattern: /^\/positions(?:\/(\w+))?$/,
    title: 'Positions',
    page: (section) => <Positions section={section} />,
  },
  { pattern: /^\/market$/, title: 'Market', page: () => <Market /> },
  {
    pattern: /^\/developer(?:\/(\w+))?$/,
    title: 'Developer',
    page: (section) => <Developer section={section} />,
  },
  {
    pattern: /^\/administration(?:\/(\w+))?$/,
    title: 'Administration',
    page: (section) => <Administration section={section} />,
  },
];

/** Returns the sign-in page if the page requires a session and the user is not signed in. */
export function findPage(path: string, isSignedIn: boolean): ShownPage {
  for (const { pattern, title, page, isPublic = false } of PAGES) {
    const match = pattern.exec(path);
    if (match === null) continue;
    if (!isPublic && !isSignedIn) return { title: 'Sign in', element: <SignIn /> };
    return { title, element: page(decodeURIComponent(match[1] ?? '')) };
  }
  return { title: 'Not found', element: <NotFound /> };
}
