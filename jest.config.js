/** @type {import('jest').Config} */
export default {
  roots: ['<rootDir>/lib', '<rootDir>/spec', '<rootDir>/docs'],
  testMatch: ['<rootDir>/spec/**/*-spec.ts'],
  testPathIgnorePatterns: ['<rootDir>/spec/(bench|browser|package)/'],
  // Each example is a package of its own.
  modulePathIgnorePatterns: ['<rootDir>/docs/examples/'],
  // Specs run as CommonJS, for which jest needs no experimental flag; types are the business of `npm run types`.
  // Angular has nothing but ES modules.
  transform: { '\\.(ts|mjs)$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }] },
  transformIgnorePatterns: ['/node_modules/(?!@angular/)'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^fast-check$': '<rootDir>/spec/support/fastCheck.ts',
    '^#hmac$': '<rootDir>/lib/sandbox/hmacNode.ts',
    '^#listen$': '<rootDir>/lib/sandbox/listen.ts',
    '^#transport$': '<rootDir>/lib/http/transport/crossFetch.ts',
    '^rxbank$': '<rootDir>/lib/index.ts',
    '^rxbank/angular$': '<rootDir>/lib/angular/index.ts',
    '^rxbank/electron$': '<rootDir>/lib/electron/index.ts',
    '^rxbank/node$': '<rootDir>/lib/node/index.ts',
    '^rxbank/opentelemetry$': '<rootDir>/lib/opentelemetry/index.ts',
    '^rxbank/sandbox$': '<rootDir>/lib/sandbox/index.ts',
    '^rxbank/undici$': '<rootDir>/lib/undici/index.ts',
  },
  // With a limit jest never runs specs in its own process, which what they leave behind would keep from ending.
  workerIdleMemoryLimit: '1GB',
  maxWorkers: '100%',
  // Ends what hangs; how long a spec takes says how busy the machine is.
  testTimeout: 60_000,
  testEnvironment: '<rootDir>/spec/support/environment.ts',
  collectCoverageFrom: ['lib/**/*.ts'],
}
