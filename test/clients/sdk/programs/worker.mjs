import { use } from './use.mjs';

export default {
  async fetch(request) {
    return new Response(await use(new URL(request.url).searchParams.get('base')));
  },
};
