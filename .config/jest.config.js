import { fileURLToPath } from 'node:url'
import { paths } from './entryPoints.js'
import { slowSpecs } from './slowSpecs.js'

const inRoot = (files) => files.map((file) => `<rootDir>/${file}`)

/** The sources that the names of the package and `#…` stand for. */
const ownNames = Object.entries(paths).map(([name, [source]]) => [`^${name}$`, source.replace('.', '<rootDir>')])

// Packages that have only ES modules: like our sources, they are compiled to CommonJS, for which jest needs no flag.
const esModules = '@angular/|@ark/|@graphile/logger/|arkregex/|arktype/|graphile-worker/|ofx-js/'

const swc = ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }]

const project = (displayName, specs) => ({
  displayName,
  rootDir: fileURLToPath(new URL('..', import.meta.url)),
  roots: inRoot(['lib', 'spec', 'docs']),
  // Each example is a package of its own.
  modulePathIgnorePatterns: inRoot(['docs/examples/']),
  globalSetup: '<rootDir>/spec/support/setup.mjs',
  globalTeardown: '<rootDir>/spec/support/teardown.mjs',
  testEnvironment: '<rootDir>/spec/support/environment.ts',
  setupFiles: ['<rootDir>/spec/support/stackTraces.ts'],
  transform: { '\\.(ts|mjs|js)$': swc },
  transformIgnorePatterns: [`/node_modules/(?!${esModules})`],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^fast-check$': '<rootDir>/spec/support/fastCheck.ts',
    // One file, made by setup.mjs, instead of two hundred, which jest loads again for each spec file: 40 s of CPU in
    // `npm test`. It has RxJS's classes as they are, which run faster than those of its ES5 builds: 15 % of a stream's spec.
    '^rxjs$': '<rootDir>/node_modules/.cache/rxbank/rxjs.cjs',
    '^rxjs/(operators|testing)$': '<rootDir>/spec/support/rxjs/$1.cjs',
    ...Object.fromEntries(ownNames),
  },
  testEnvironmentOptions: { globalsCleanup: 'off' },
  ...specs,
})

const postgres = 'spec/mirror/postgres/'

/** @type {import('jest').Config} */
export default {
  projects: [
    project('quick', {
      testMatch: inRoot(['spec/**/*-spec.ts']),
      testPathIgnorePatterns: inRoot([postgres, ...slowSpecs]),
    }),
    project('slow', { testMatch: inRoot(slowSpecs) }),
    project('postgres', { testMatch: inRoot([`${postgres}**/*-spec.ts`]) }),
  ],
  // Ends specs that hang; on a busy machine a spec takes longer than the usual 5 s.
  testTimeout: 60_000,
  // jest keeps an AsyncLocalStorage of each spec file in use, which slows the next ones: a new worker has none.
  workerIdleMemoryLimit: '512MB',
}
