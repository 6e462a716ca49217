const { createClient } = require('yield-api-client');

createClient({ baseUrl: process.argv[2], retries: 0 })
  .strategies.list({ chain: 'ethereum', per_page: 2 })
  .then(({ data }) => console.log(JSON.stringify(data)));
