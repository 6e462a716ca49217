import { beforeAll, describe, expect, test } from 'vitest';
import { buildDashboard, type Dashboard } from '../../infra/dashboard/build.ts';
import { SECURITY_HEADERS } from '../../infra/dashboard/files.ts';
import { compress } from '../../infra/emulator/pages.ts';

/** Limits in bytes, compressed: the first load before a browser shows anything, and each page after that. */
const FIRST_LOAD_MAX_BYTES = 120_000;
const PAGE_MAX_BYTES = 80_000;

let site: Dashboard;
beforeAll(async () => {
  site = await buildDashboard();
});

const fileOf = (path: string) => {
  const file = site.files.find((each) => each.path === path);
  if (file === undefined) throw new Error(`The site has no ${path}`);
  return file;
};
const compressedSize = async (paths: readonly string[]) => {
  const sizes = await Promise.all(paths.map(async (path) => (await compress(fileOf(path).contents)).length));
  return sizes.reduce((total, size) => total + size, 0);
};
const text = (path: string) => new TextDecoder().decode(fileOf(path).contents);

describe('the built pages of the dashboard', () => {
  test('the total compressed size of the files that every page loads first is less than 120 kB', async () => {
    expect(site.firstLoad[0]).toBe('/index.html');
    expect(site.firstLoad.length).toBeGreaterThan(2);
    expect(await compressedSize(site.firstLoad)).toBeLessThan(FIRST_LOAD_MAX_BYTES);
  });

  test('the total compressed size of the additional files of each page is less than 80 kB', async () => {
    expect(site.onDemand.size).toBeGreaterThan(6);
    for (const [page, paths] of site.onDemand)
      expect(await compressedSize(paths), page).toBeLessThan(PAGE_MAX_BYTES);
  });

  test('no page loads a cryptography library before the visitor uses the demo wallet', () => {
    const isCryptography = (path: string) => /node_modules\/(viem|ox|@noble|abitype)\//.test(path);
    const pathsWithCryptography = [...site.sources]
      .filter(([, sources]) => sources.some(isCryptography))
      .map(([path]) => path);
    const demo = site.onDemand.get('clients/dashboard/src/demo/demo-wallet.ts') ?? [];
    expect(pathsWithCryptography.filter((path) => !demo.includes(path) && path.endsWith('.js'))).toEqual([]);
    expect(pathsWithCryptography.filter((path) => site.firstLoad.includes(path))).toEqual([]);
    for (const [page, paths] of site.onDemand) {
      if (page.endsWith('demo-wallet.ts')) continue;
      expect(
        pathsWithCryptography.filter((path) => paths.includes(path)),
        page,
      ).toEqual([]);
    }
  });

  test('no page loads anything from another host', () => {
    // Links are removed, because a link loads nothing until a visitor follows it.
    const loaded = site.files
      .filter(({ path }) => /\.(html|css)$/.test(path))
      .map(({ path }) => text(path).replace(/<a [^>]*>/g, ''));
    for (const each of loaded) expect(each).not.toMatch(/(src|href|url)\s*[=(]\s*["']?(https?:)?\/\//);
    expect(SECURITY_HEADERS['Content-Security-Policy']).not.toMatch(/https?:|\*|unsafe/);
  });

  test('the names of asset files contain a hash of their content', async () => {
    for (const { path, isImmutable } of site.files) {
      expect(isImmutable).toBe(!path.endsWith('.html') && path !== '/llms.txt');
      if (isImmutable) expect(path).toMatch(/^\/assets\/[\w-]+-[A-Z0-9]{8}\.(js|css|json)(\.LEGAL\.txt)?$/);
    }
    expect((await buildDashboard()).version).toBe(site.version);
  });
});
