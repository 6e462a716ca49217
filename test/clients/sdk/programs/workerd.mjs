import { Miniflare } from 'miniflare';

const worker = new Miniflare({
  modules: true,
  scriptPath: 'worker-out.mjs',
  compatibilityDate: '2025-01-01',
});
const response = await worker.dispatchFetch(`http://worker/?base=${encodeURIComponent(process.argv[2])}`);
console.log(await response.text());
await worker.dispose();
