/** Later releases may add types, so clients must accept unknown types. */
const STRATEGY_TYPES = [
  'lending',
  'liquidity_pool',
  'staking',
  'restaking',
  'vault',
  'yield_aggregator',
  'fixed_yield',
  'real_world_asset',
  'basis_trading',
] as const;
export type StrategyType = (typeof STRATEGY_TYPES)[number];

/**
 * Well-known projects by strategy type, separated by spaces. The name `aave` also matches versions such as `aave-v3`.
 */
const PROJECTS_BY_TYPE: Readonly<Record<StrategyType, string>> = {
  lending: `
    aave compound spark sparklend morpho-blue euler silo radiant venus benqi-lending moonwell
    moonwell-lending fluid-lending kamino-lend justlend ajna tectonic dforce-lending fraxlend maple
    clearpool goldfinch jupiter-lend suilend navi-lending zerolend save marginfi-lending notional
    flux-finance sonne-finance seamless-protocol layerbank hyperlend ionic-protocol scallop-lend
    echelon-market liqwid gearbox dolomite lista-lending`,
  liquidity_pool: `
    uniswap curve-dex curve balancer aerodrome aerodrome-slipstream velodrome sushiswap pancakeswap-amm
    pancakeswap camelot trader-joe joe raydium raydium-amm orca orca-dex quickswap quickswap-dex
    thruster ramses shadow-exchange shadow-exchange-clmm maverick hop-protocol stargate across gmx
    thorchain fluid-dex cetus-amm cetus-clmm meteora biswap spookyswap wombat-exchange syncswap mav
    bancor dodo hyperion turbos spectra-lp`,
  staking: `
    lido rocket-pool coinbase-wrapped-staked-eth binance-staked-eth binance-staked-sol frax-ether
    jito-liquid-staking marinade-liquid-staking stader mantle-staked-ether meth-protocol ankr
    swell-liquid-staking stakewise stakewise-v2 benqi-staked-avax jupiter-staked-sol bedrock-unieth
    lista-liquid-staking sanctum-infinity liquid-collective dinero-pxeth beets-lst
    crypto.com-liquid-staking`,
  restaking: `
    ether.fi-stake ether.fi ether.fi-liquid renzo kelp puffer-stake puffer-finance eigenlayer symbiotic
    karak bedrock-unibtc eigenpie lombard-lbtc solv-basis-trading swell-earn mellow-lrt`,
  yield_aggregator: `
    yearn yearn-finance beefy convex-finance aura stake-dao stakedao harvest-finance concentrator autofinance
    superform badger-dao pickle reaper-farm vfat alpaca kamino-liquidity arrakis gamma ichi sommelier
    vesper idle origin-ether origin-dollar origin-arm yieldnest peapods-finance`,
  vault: `
    sky-lending spark-savings makerdao sdai usual fx-protocol crvusd resolv upshift morpho lagoon mellow
    veda liquity infinifi reserve-protocol savings-crvusd avant-avusd`,
  fixed_yield: `
    pendle spectra term-finance notional-v3 exponent ratex penpie equilibria`,
  real_world_asset: `
    ondo-yield-assets blackrock-buidl franklin-templeton centrifuge-protocol superstate-ustb
    openeden-tbill hashnote-usyc midas-rwa spiko matrixdock mountain-protocol backed backed-finance
    angle`,
  basis_trading: `
    ethena ethena-usde elixir hyperliquid-hlp falcon-finance bouncebit-cedefi-yield`,
};

const TYPE_BY_PROJECT = new Map<string, StrategyType>(
  STRATEGY_TYPES.flatMap((type) =>
    PROJECTS_BY_TYPE[type]
      .trim()
      .split(/\s+/)
      .map((project): [string, StrategyType] => [project, type]),
  ),
);

/** Patterns for the names of projects that are not well known. The first pattern that matches decides the type. */
const STRATEGY_TYPE_PATTERNS: readonly (readonly [RegExp, StrategyType])[] = [
  [/restak|-lrt\b/, 'restaking'],
  [/liquid-staking|\bstaked\b|\bstake\b|-lst\b/, 'staking'],
  [/lend|borrow|money-market|\bmarket\b/, 'lending'],
  [/swap|\bdex\b|\bamm\b|\bclmm\b|\bcpmm\b|exchange|liquidity/, 'liquidity_pool'],
  [/\brwa\b|treasur|tbill/, 'real_world_asset'],
  [/yield|farm|harvest|compounder/, 'yield_aggregator'],
];

/**
 * Returns the strategy type of a project. If the project is not well known, its name decides. If no name pattern
 * matches, the number of assets decides.
 */
export function strategyTypeOf(project: string, exposure: 'single' | 'multi'): StrategyType {
  const unversionedProject = project.replace(/-v\d+(\.\d+)?$/, '');
  const knownType = TYPE_BY_PROJECT.get(project) ?? TYPE_BY_PROJECT.get(unversionedProject);
  if (knownType !== undefined) return knownType;
  const matchingPattern = STRATEGY_TYPE_PATTERNS.find(([pattern]) => pattern.test(project));
  return matchingPattern?.[1] ?? (exposure === 'multi' ? 'liquidity_pool' : 'vault');
}
