import { paths } from './.config/entryPoints.js'
import { bundle, code, packagesFolder } from './spec/support/modules/place.mjs'

/** The sources that names stand for. */
const ownNames = Object.entries(paths).map(([name, [source]]) => [`^${name}$`, source.replace('.', '<rootDir>')])

// Of the packages that specs use, these have nothing but ES modules.
const esModules = '@angular/|@ark/|arkregex/|arktype/'

const compiled = {
  [`\\.(ts|mjs)$|/node_modules/(${esModules}).*\\.js$`]: [
    '@swc/jest',
    { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
  ],
}

// To look up a global of the context that specs run in is slow. Not here is what specs or packages declare anew: `Date`,
// `Promise`, `WeakRef`.
const builtIns = [
  ...['Array', 'ArrayBuffer', 'BigInt', 'Boolean', 'DataView', 'Error', 'Function', 'JSON', 'Map', 'Math', 'Number'],
  ...['Object', 'Proxy', 'RangeError', 'Reflect', 'RegExp', 'Set', 'String', 'Symbol', 'TypeError', 'Uint8Array'],
  ...['WeakMap', 'WeakSet', 'isFinite', 'isNaN', 'parseFloat', 'parseInt'],
]

// What specs share, in one file: to load hundreds takes longer than most specs do. Coverage and mutants are of modules, and
// a check of one file does not wait until all are bundled.
const shared = {
  testEnvironmentOptions: { bundle, code },
  sandboxInjectedGlobals: builtIns,
  transform: {
    '/lib/.*\\.ts$': '<rootDir>/spec/support/modules/loader.cjs',
    '/spec/(?!support/)(.*/)?(?!.*-spec\\.ts)[^/]*\\.ts$': '<rootDir>/spec/support/modules/loader.cjs',
    '/spec/support/fastCheck\\.ts$': '<rootDir>/spec/support/modules/loader.cjs',
    ...compiled,
  },
  moduleNameMapper: { '^(rxjs|rxjs/testing|io-ts|fp-ts/lib/\\w+)(\\.js)?$': `${packagesFolder}/$1.cjs` },
}
const apart = { transform: compiled, moduleNameMapper: {} }
const { moduleNameMapper, ...loading } =
  process.argv.includes('--coverage') || process.env.SPECS_MODULES === 'apart' ? apart : shared

/** @type {import('jest').Config} */
export default {
  roots: ['<rootDir>/lib', '<rootDir>/spec', '<rootDir>/docs'],
  testMatch: ['<rootDir>/spec/**/*-spec.ts'],
  testPathIgnorePatterns: ['<rootDir>/spec/(bench|browser|package)/'],
  // Each example is a package of its own.
  modulePathIgnorePatterns: ['<rootDir>/docs/examples/'],
  // Specs run as CommonJS, for which jest needs no experimental flag; types are the business of `npm run types`.
  ...loading,
  setupFilesAfterEnv: ['<rootDir>/spec/support/suites/others.cjs'],
  globalSetup: '<rootDir>/spec/support/modules/setup.mjs',
  globalTeardown: '<rootDir>/spec/support/modules/teardown.mjs',
  transformIgnorePatterns: [`/node_modules/(?!${esModules})`],
  moduleNameMapper: {
    ...moduleNameMapper,
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^fast-check$': '<rootDir>/spec/support/fastCheck.ts',
    ...Object.fromEntries(ownNames),
  },
  // With a limit jest never runs specs in its own process, which what they leave behind would keep from ending.
  workerIdleMemoryLimit: '1GB',
  maxWorkers: '100%',
  // Ends what hangs; how long a spec takes says how busy the machine is.
  testTimeout: 60_000,
  testEnvironment: '<rootDir>/spec/support/environment.ts',
  collectCoverageFrom: ['lib/**/*.ts'],
}
