// The part of better-sqlite3 that Actual calls, on a SQLite that comes as a binary in its package.
const { DatabaseSync } = require('@photostructure/sqlite')

module.exports = class Database extends DatabaseSync {
  transaction(run) {
    return (...args) => {
      if (this.isTransaction) return run(...args)
      this.exec('BEGIN')
      try {
        const result = run(...args)
        this.exec('COMMIT')
        return result
      } catch (error) {
        this.exec('ROLLBACK')
        throw error
      }
    }
  }
}
