### Model endpoints, keys, the keychain and answers to approval requests, as the host describes them. Only Rust uses these messages.

## providers
host-endpoint-expired = Nobody answered in time, so the endpoint is not used.
host-endpoint-unrecorded = The decision could not be recorded, so the endpoint is not used.
host-endpoint-unattended = Nobody was there to approve the endpoint, so it is not used.
host-endpoint-unconfirmed = Nothing was sent: this program cannot tell that it wrote the endpoint, and nobody approved it.
host-endpoint-denied = The endpoint was not approved.

## providers::text
host-endpoint-name-bad = The name must have 1 to { $most } characters, none of them hidden.
host-endpoint-model-bad = The model's name must have 1 to { $most } characters, none of them hidden.
host-endpoint-address-long = The address is longer than { $most } characters.
host-endpoint-address-bad = This is not an address.
host-endpoint-address-example = Enter an address such as http://127.0.0.1:11434/v1.
host-endpoint-address-parts = The address must not contain a user name, a password or a fragment.
host-endpoint-address-plain = Use an https address. Plain http is allowed for this machine and its own network only.
host-endpoint-none = There is no such model endpoint.
host-endpoint-none-hint = Add one in the settings.

## providers::models
host-endpoint-no-such-model = This endpoint does not list this model.
host-endpoint-no-such-model-hint = List the endpoint's models again in the settings.

## providers::keys
host-key-needed = The endpoint requires a key before it lists its models.
host-key-needed-hint = Enter the key, then list the models again.
host-key-refused = The endpoint refused this key. The key was not stored.
host-key-refused-hint = Check the key for missing or extra characters, and that it belongs to this provider.
host-key-untested = The key could not be tested. { $reason }
host-models-unlisted = The endpoint's models could not be listed. { $reason }

## providers::failure
host-model-connect = No connection to the model endpoint: { $reason }.
host-model-connect-hint = Check the address, and that the model server is running.
host-model-proxy = No connection to the model endpoint: the proxy { $proxy } cannot be used: { $reason }.
host-model-proxy-set = No connection to the model endpoint: the proxy { $proxy } (set by { $variable }) cannot be used: { $reason }.
host-model-proxy-hint = Check that the proxy runs and its address is correct, or add this host to NO_PROXY to connect without it.
host-model-plain-port = No connection to the model endpoint: its port speaks plain HTTP, but the address begins with https.
host-model-plain-port-hint = Change the address to http, or use the port that speaks https.
host-model-tls-port = No connection to the model endpoint: its port speaks TLS, but the address begins with http.
host-model-tls-port-hint = Change the address to https.
host-model-tls = Secure connections cannot be set up: { $reason }.
host-model-tls-hint = Install this system's certificate authorities (ca-certificates).
host-model-status = The model endpoint replied { $status }: { $message }.
host-model-moved-hint = Enter the address that the endpoint moved to.
host-model-reported = The model endpoint reported an error: { $message }.
host-model-closed = The model endpoint closed the connection without an answer.
host-model-timeout = The model endpoint did not answer in time.
host-model-timeout-hint = Try again. A local model may still be loading.
host-model-cut = The answer was cut off before its end.
host-model-again-hint = Try again.
host-model-malformed = The answer is malformed: { $what }.
host-model-malformed-hint = Try again, or use another model.
host-model-too-large = The answer is too large: { $what } exceeded the limit of { $limit }.
host-model-too-large-hint = Request less at once.
host-model-key-elsewhere = The key belongs to { $origin }, not to this endpoint.
host-model-key-elsewhere-hint = Enter the key again for this address.
host-model-key-insecure = A key is only sent over https, to this machine, or in its own network.
host-model-key-insecure-hint = Use an https address.
host-model-key-bad = The key contains characters that cannot be sent.
host-model-key-bad-hint = Enter the key again.
host-model-header-bad = “{ $name }” cannot be sent as a header.
host-model-header-bad-hint = Write each header on a line of its own, as in X-Team: 7. The connection sets Host and Content-Length itself.
host-model-address = The address of the endpoint cannot be used: { $reason }.
host-model-address-hint = Check the address, for example http://127.0.0.1:11434/v1.
host-model-request = The request cannot be sent: { $reason }.
host-model-request-hint = Check the tools of the servers in use.
host-model-auth-hint = Check the key of this endpoint.
host-model-not-found-hint = Check the address and the name of the model.
host-model-no-model-hint = Choose another model, or the format that this one speaks.
host-model-rate-hint = Wait, or check the limits of the account.
host-model-credit-hint = Add credit to the account, or choose another model.
host-model-window-range = The window of a model is { $least } to { $most } tokens.
host-tuning-effort = This model has no such reasoning effort.
host-tuning-no-temperature = This model takes no temperature.
host-tuning-temperature = The temperature must be from 0 to { $most }.
host-tuning-answer = The limit of an answer is { $least } to { $most } tokens for this model.
host-model-overloaded-hint = Try again a little later.
host-model-context-hint = Start a new conversation, or use a model with a larger context.
host-model-filtered-hint = Change the message: a filter of the provider refused it.
host-model-other-hint = Check the model and the endpoint's settings.

## answers
host-answer-model-missing = Choose a model first.
host-answer-not-editable = This approval request has nothing to edit.
host-answer-not-json = The arguments cannot be sent: { $error }.
host-answer-misfit = The arguments do not fit the tool's schema: { $problems }.
host-answer-no-value = { $name } has no value yet.
host-answer-no-client = Enter a client ID.
host-answer-bad-value = A value must have at most { $most } KiB and no NUL character.
host-answer-no-models = The endpoint lists no models.
host-answer-no-models-hint = Enter the model's name as the endpoint knows it.
host-answer-not-endpoint = This approval request is not about an endpoint.
host-answer-gone = This approval is no longer pending, so the answer has no effect.
host-answer-other-revision = The approval request changed since it was shown, so the answer has no effect.
host-answer-not-armed = The approval request was not on display long enough to be read, so the answer has no effect.
host-answer-once-only = This can be allowed once only.
host-answer-no-trust = Trusting this server's reading is not offered here.
host-answer-rule = A rule denies the edited call.
host-answer-not-filled = The form is not filled in.
host-answer-not-typed = Type the folder's name first.
host-answer-other-calls = These are not calls of this approval request.

## The keychain
host-keychain-locked = The keychain is locked.
host-keychain-timeout = The keychain did not answer.
host-keychain-timeout-hint = Look for its unlock prompt, then try again.
host-keychain-busy = Too many requests are waiting for the keychain.
host-keychain-busy-hint = Try again.
host-keychain-damaged = The stored secret is damaged.
host-keychain-damaged-hint = Enter it again.
host-keychain-failed = The keychain could not be used: { $error }.
host-keychain-hint = Unlock it, then try again.
