/** Style sheets are imported for the bundler to take them along. */
declare module '*.css';
