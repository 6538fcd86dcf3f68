/** The host names that always mean this machine. */
export const localHostName = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/
