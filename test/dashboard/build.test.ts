import { beforeAll, describe, expect, test } from 'vitest';
import { buildDashboard, type Dashboard } from '../../infra/dashboard/build.ts';
import { SECURITY_HEADERS } from '../../infra/dashboard/files.ts';
import { compress } from '../../infra/emulator/pages.ts';

/** What a browser has to fetch before it shows anything, compressed. */
const FIRST_LOAD_MAX_BYTES = 150_000;

let site: Dashboard;
beforeAll(async () => {
  site = await buildDashboard();
});

const fileOf = (path: string) => {
  const file = site.files.find((each) => each.path === path);
  if (file === undefined) throw new Error(`The site has no ${path}`);
  return file;
};
const text = (path: string) => new TextDecoder().decode(fileOf(path).contents);

describe('the pages', () => {
  test('load at first less than 150 kB', async () => {
    const sizes = await Promise.all(
      site.firstLoad.map(async (path) => (await compress(fileOf(path).contents)).length),
    );
    expect(site.firstLoad[0]).toBe('/index.html');
    expect(site.firstLoad.length).toBeGreaterThan(2);
    expect(sizes.reduce((total, size) => total + size, 0)).toBeLessThan(FIRST_LOAD_MAX_BYTES);
  });

  test('have nothing of viem in them', () => {
    expect(site.sources.filter((path) => /node_modules\/(viem|ox|@noble|abitype)\//.test(path))).toEqual([]);
    expect(site.sources.some((path) => path.includes('node_modules/react-dom/'))).toBe(true);
  });

  test('name no other host than their own', () => {
    const loaded = site.files.filter(({ path }) => /\.(html|css)$/.test(path)).map(({ path }) => text(path));
    for (const each of loaded) expect(each).not.toMatch(/(src|href|url)\s*[=(]\s*["']?(https?:)?\/\//);
    expect(SECURITY_HEADERS['Content-Security-Policy']).not.toMatch(/https?:|\*|unsafe/);
  });

  test('have a name for each part that changes with it, and are the same each time', async () => {
    for (const { path, isImmutable } of site.files) {
      expect(isImmutable).toBe(!['/index.html', '/docs/index.html', '/llms.txt'].includes(path));
      if (isImmutable) expect(path).toMatch(/^\/assets\/[\w-]+-[A-Z0-9]{8}\.(js|css)(\.LEGAL\.txt)?$/);
    }
    expect((await buildDashboard()).version).toBe(site.version);
  });
});
