## Account
account-in-at = Signed in at { $place }.
account-in = Signed in.
account-since = Since { $time }.
account-out-hint-at = Signing out deletes the tokens here, tells { $place } where possible, and ends the connection.
account-out-hint = Signing out deletes the tokens here, tells the sign-in provider where possible, and ends the connection.

## account
account-ended = expired, { $time }

## Account
account-never = { $server } has not requested a sign-in. Many servers need none.
account-nothing = Nothing of it is stored. { $server } requests a sign-in again when it needs one.
account-told = Innkeeper deleted its tokens here and told the sign-in provider.
account-untold = Innkeeper deleted its tokens here. It could not tell the sign-in provider: there they expire.
account-register = It requires manual client registration: register Innkeeper at { $place }, and enter the client it gives you.
account-enter-client = Enter a client
account-needed = { $server } needs you to sign in.
account-again = Sign in again
account-out = Sign out
account-more = It requested more permissions.
account-more-hint = Not granted: calls that need them fail until you grant them.
account-more-review = Review and sign in
account-title = Sign-in
account-at = Signed in at
account-may = Permissions
account-no-scopes = chosen by the server: no scopes were named
account-ends = Expires
account-kept = Stored in
account-bound = Bound to
account-bound-key = A key of this machine (DPoP). A copied token is useless without it.
account-signed-out = You are signed out
account-nobody = Nobody is signed in

## SignInStep
sign-in-preparing = Signing in.
sign-in-asking = An approval is waiting for you.
sign-in-browser = Waiting for your browser.
sign-in-no-browser = No browser could be opened.
sign-in-until = Ends in { $time }
sign-in-elsewhere = Is your browser on another machine?
sign-in-open-there = Open this address there. It works once, for this sign-in.
sign-in-address = address
sign-in-paste = Sign in there. The last page will not load. Paste its address here.
sign-in-last = Address of the last page
sign-in-not-callback = This is not the callback URL. It must start with http://127.0.0.1 and contain “state=”.
sign-in-use = Use this address
sign-in-still = Innkeeper still waits for your browser.

## account
account-end-renews = not stated; renewed automatically
account-end-past-renews = { $time }; renewed automatically when used
account-end-before = { $time }, renewed automatically before
account-end-again = { $time }; then you sign in again
account-kept-keychain = The keychain of this machine. The tokens go to this server only.
account-kept-memory = Memory, until you quit. The tokens go to this server only.
account-step-preparing = Innkeeper is finding the sign-in provider. Nothing was opened.
account-step-asking = Review it in the consent window first. Nothing was opened.
account-step-browser = Sign in there, then come back.
account-step-address = Open the address below in a browser.
account-step-connecting = Innkeeper reconnects to the server.
