def after_login
  # ruleid: ruby-open-redirect
  redirect_to params[:next]
  # ruleid: ruby-open-redirect
  redirect_to params[:url] || root_path
  # ruleid: ruby-open-redirect
  redirect_to("https://#{params[:host]}/", allow_other_host: true)
  target = params[:return_to].presence || "/"
  # ruleid: ruby-open-redirect
  redirect_to target
  # ok: ruby-open-redirect
  redirect_to url_from(params[:next]) || root_path
  # ok: ruby-open-redirect
  redirect_to user_path(params[:id])
  # ok: ruby-open-redirect
  redirect_to "/users/#{params[:id]}"
  # ok: ruby-open-redirect
  redirect_to User.find(params[:id])
  message = Message.new(params.permit(:text))
  # ok: ruby-open-redirect
  redirect_to message.thread
  # ok: ruby-open-redirect
  redirect_to action: :show, id: params[:id]
  @user = User.find(params[:id])
  @user.update(params.require(:user).permit(:name))
  # ok: ruby-open-redirect
  redirect_to @user
  @return_url = params[:back]
  # ruleid: ruby-open-redirect
  redirect_to @return_url
end

get "/go" do
  # ruleid: ruby-open-redirect
  redirect params[:to]
end

def update
  @article.update(approved: params[:approved])
  # ok: ruby-open-redirect
  redirect_to @article.path
  # ok: ruby-open-redirect
  redirect_to(options.merge({ i: params[:i] }), status: :moved_permanently)
  # ok: ruby-open-redirect
  redirect_to Addressable::URI.parse(params[:destination]).path
  # ruleid: ruby-open-redirect
  redirect_to Addressable::URI.parse(params[:destination]).to_s
end

def again
  # ruleid: ruby-open-redirect
  redirect_to params.merge(page: 2)
end

def known
  target = params[:target]
  unless PAGES.include?(target)
    Rails.logger.warn("unknown")
  end
  # ruleid: ruby-open-redirect
  redirect_to target
end

def only_known
  target = params[:target]
  raise ActionController::BadRequest unless PAGES.include?(target)
  # ok: ruby-open-redirect
  redirect_to target
end

def back
  target = params[:return] or raise
  # ok: ruby-open-redirect
  redirect_to target, allow_other_host: false
  session = stripe.create_checkout_session(plan: params[:plan])
  # ok: ruby-open-redirect
  redirect_to session.url, allow_other_host: true
end

def first_page
  # ok: ruby-open-redirect
  redirect_to url_for(params.except(:page).permit(:query, :letter).merge(page: 1))
  # ruleid: ruby-open-redirect
  redirect_to url_for(params.except(:page).permit(:host, :letter).merge(page: 1))
end
