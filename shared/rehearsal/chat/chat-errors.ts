/** What a server says when it has already answered with status 200. */
export const chatErrors = {
  broken: serverError("The server had an error while it wrote this response."),
  failed: serverError("The model failed while it wrote this response."),
  overloaded: serverError("The model is overloaded. Please try again."),
  /** In OpenRouter's shape. */
  disconnected: {
    code: 502,
    message: "Provider disconnected unexpectedly",
    metadata: { error_type: "provider_unavailable" },
  },
};

function serverError(message: string) {
  return { message, type: "server_error", param: null, code: null };
}
