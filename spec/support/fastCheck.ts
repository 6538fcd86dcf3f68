import fc from '../../node_modules/fast-check/lib/cjs/fast-check.js'

/** Properties are tried with the same values each time; `PROPERTY_SEED=random`, or a number, tries others. */
const seed = process.env.PROPERTY_SEED ?? '20261121'

if (seed !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) })

export default fc
