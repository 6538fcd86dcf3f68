import { defineConfig } from 'vite'

// Vite compiles the JSX itself. Its React plugin adds only hot reloading, which this app does without.
export default defineConfig({
  build: { outDir: 'dist/app', target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
})
