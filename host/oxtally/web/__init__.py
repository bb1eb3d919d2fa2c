"""Pages in the browser, served to this computer.

    visitors  who may talk to a page, and what a page may say
    page      the page of `oxtally play`, and the WebSocket behind it
    server    uvicorn on a port of our own, and the browser that is opened

Imports oxtally.virtual and oxtally.errors. The pages themselves are in static/: hand-written, nothing from elsewhere.
"""
