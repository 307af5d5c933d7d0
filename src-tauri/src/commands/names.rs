//! Every command that the page may call. Written by `cargo xtask gen` from the desk's list; do not edit.

macro_rules! commands {
    ($then:ident) => {
        $then! {
            window_start
            window_listen
            window_painted
            chat_open
            chat_send
            chat_stop
            chat_list
            chat_search
            chat_rename
            chat_delete
            chat_restore
            checklist_confirm
            question_answer
            secret_answer
            tool_write
            change_undo
        }
    };
}
