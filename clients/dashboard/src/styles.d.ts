/** Allows imports of style sheets, which the bundler includes. */
declare module '*.css';
