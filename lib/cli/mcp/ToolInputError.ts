/** An input that a tool cannot answer. The message says what is wrong, and goes to the agent. */
export class ToolInputError extends Error {
  static {
    this.prototype.name = 'ToolInputError'
  }
}
